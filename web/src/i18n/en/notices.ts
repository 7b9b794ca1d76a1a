export default {
  title: "Notices",
  none: "There are no notices",
  noneUnread: "Notices: nothing new",
  unread_one: "{{count}} new notice",
  unread_other: "{{count}} new notices",
  readAll: "Mark all as read",
  follow: "Follow it and what is below it",
  unfollow: "Follow it no more",
  someone: "A user",
  kinds: {
    mention: "{{by}} asks you at “{{name}}”",
    reply: "{{by}} has replied at “{{name}}”",
    comment: "{{by}} has commented on “{{name}}”",
    release: "{{by}} has released “{{name}}”",
    decision: "A task at “{{name}}”: {{detail}}",
    expiry: "“{{name}}” expires, days left: {{detail}}",
  },
};
