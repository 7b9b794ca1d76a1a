import favicon from "./favicon.svg";

export function Gem() {
  return <img className="fs-gem" src={favicon} alt="" />;
}
