// What people paste: as word processors, spreadsheets and chats put it into the clipboard.
import { expect, test } from "vitest";
import { understood } from "./pasted";

test.each<[string, string, string]>([
  [
    "Word, a numbered list with tabulators and a soft line end",
    "1.\tGoods arrive at gate 3\r\n2.\tCheck the delivery note\r\n3.\tStore them\r\n",
    "Goods arrive at gate 3\nCheck the delivery note\nStore them\n",
  ],
  [
    "Word, an outline with three levels of numbers",
    "1\tReceive\r\n1.1\tUnload the truck\r\n1.2\tCount\r\n2\tStore\r\n2.1\tPrint a label\r\n",
    "Receive\nUnload the truck\nCount\nStore\nPrint a label\n",
  ],
  ["Word, bullets of its own font", "\uf0b7\tUnload\r\n\uf0b7\tCount\r\n\uf0d8\tStore\r\n", "Unload\nCount\nStore\n"],
  [
    "Word, a question with lettered answers",
    "1.\tIs it damaged?\r\n\ta)\tyes\r\n\tb)\tno\r\n2.\tStore it\r\n",
    "Is it damaged?\n  yes\n  no\nStore it\n",
  ],
  [
    "Word, headings that say step",
    "Schritt 1: Auspacken\r\nSchritt 2 – Prüfen\r\nSchritt 3. Einlagern\r\n",
    "Auspacken\nPrüfen\nEinlagern\n",
  ],
  ["Word, boxes to tick", "☐ Unload\r\n☒ Count\r\n☑ Store\r\n", "Unload\nCount\nStore\n"],
  ["Excel, one column", "Unload\r\nCount\r\nStore\r\n", "Unload\nCount\nStore\n"],
  [
    "Excel, number, step and who does it",
    "1\tUnload the truck\tDriver\r\n2\tCount the boxes\tClerk\r\n3\tStore them\t\r\n",
    "Unload the truck (Driver)\nCount the boxes (Clerk)\nStore them\n",
  ],
  [
    "Excel, a cell with a line end of its own",
    '1\t"Unload\nthe truck"\r\n2\tCount "small" boxes\r\n',
    'Unload the truck\nCount "small" boxes\n',
  ],
  [
    "WhatsApp, an exported chat",
    "[19.11.26, 09:31:02] Ida Berg: First unload the truck\n[19.11.26, 09:32:44] Tom Ott: then count: boxes, pallets\n[19.11.26, 09:33:01] Ida Berg: and store them\n",
    "First unload the truck\nthen count: boxes, pallets\nand store them\n",
  ],
  [
    "WhatsApp of another system",
    "11/19/26, 9:31 AM - Ida Berg: Unload the truck\n11/19/26, 9:32 AM - Tom Ott: Count the boxes\n",
    "Unload the truck\nCount the boxes\n",
  ],
  [
    "Teams and Slack, the name and the time on a line of their own",
    "Ida Berg  9:31 AM\nUnload the truck\nTom Ott  9:32 AM\nCount the boxes\n",
    "Unload the truck\nCount the boxes\n",
  ],
])("%s", (_, text, wanted) => {
  expect(understood(text)?.text).toBe(wanted);
  expect(understood(text)?.count).toBe(wanted.trim().split("\n").length);
});

test("times at the end of steps are part of them", () => {
  expect(understood("Lunch at 12:30\nMeeting at 13:00\n")?.text).toBe("Lunch at 12:30\nMeeting at 13:00\n");
});
