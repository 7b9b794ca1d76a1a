import type en from "../en/guide";
import type { Texts } from "../texts";

const texts: Texts<typeof en> = {
  title: "Anleitung",
  contents: "Inhalt",
};
export default texts;
