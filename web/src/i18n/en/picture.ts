const texts = {
  title: "Your picture",
  yours: "Your picture",
  none: "You have no picture",
  help: "Other users see it beside your name. The middle of the photo is used; data about place and time are not sent.",
  choose: "Choose a picture",
  remove: "Remove",
  save: "Save",
  saved: "Your picture is saved.",
  removed: "Your picture is removed.",
  unreadable: "This file cannot be read as a picture. Choose a PNG, JPEG or WebP file.",
};
export default texts;
