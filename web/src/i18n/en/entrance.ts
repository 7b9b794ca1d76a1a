const texts = {
  title: "Sign in",
  name: "Name",
  password: "Password",
  signIn: "Sign in",
  or: "or",
  openId: "Sign in with {{name}}",
  wrong: "Name or password is wrong.",
  wait: "Too many attempts. Try again in {{seconds}} seconds.",
  linkUsed: "This link was used already, or is too old. Ask for a new one, or sign in with your password.",
  ended: "Your session has ended. Sign in to go on where you were.",
  about: "Processes, roles, systems and documents, and what ties them together.",
};
export default texts;
