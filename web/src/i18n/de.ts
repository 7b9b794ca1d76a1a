import { areas } from "./areas";

export default areas(import.meta.glob("./de/*.ts", { eager: true }));
