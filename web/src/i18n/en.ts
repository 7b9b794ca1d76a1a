import { areas } from "./areas";

export default areas(import.meta.glob("./en/*.ts", { eager: true }));
