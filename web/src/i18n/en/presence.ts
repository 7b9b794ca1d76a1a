export default {
  title: "Others who are here",
  here: "{{name}} is here",
  changing: "{{name}} is changing this",
  other: "Another user",
  seen: "Show others where I am",
  seenHint: "Off: you do not see where others are either.",
  more: "{{count}} more",
  notice_one:
    "{{names}} is changing this now and has not saved it yet. If you both change the same, you choose when you save.",
  notice_other:
    "{{names}} are changing this now and have not saved it yet. If you change the same, you choose when you save.",
};
