const texts = {
  title: "Guide",
  contents: "Contents",
};
export default texts;
