// The tour for new users. Loaded when it begins.
const tour = {
  find: {
    title: "Find",
    text: "Type / and a few letters to search everything. Ctrl+K goes anywhere by name: pages, elements, commands.",
  },
  read: {
    title: "Read",
    text: "The menu lists everything by kind. Open an element to see its text, its diagram and what uses it. The switch at the top changes the language of the content.",
  },
  keep: {
    title: "Come back",
    text: "The star beside a name makes it a favourite. Favourites and what you viewed last stand on Home, in every browser.",
  },
  change: {
    title: "Change",
    text: "“New” above a tree or list creates an element. In an element, click into a text, write, and save. What you have not saved is kept in this browser.",
  },
  release: {
    title: "Release and decide",
    text: "The tab Release sends your draft to those who decide; readers see it once it is released. What others ask you to decide is under “My tasks”.",
  },
  help: {
    title: "Get help",
    text: "The question mark at the top, or the key ?, explains each screen. There you can also start this tour again.",
  },
};
export default tour;
