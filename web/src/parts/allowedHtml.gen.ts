// Made from allowed_html.json by script/docs. Do not edit.
// biome-ignore format: as it is made
export const ALLOWED = {
  elements: {"a": ["href", "target", "title"], "blockquote": [], "br": [], "code": [], "div": [], "em": [], "h1": [], "h2": [], "h3": [], "h4": [], "h5": [], "h6": [], "hr": [], "img": ["alt", "height", "src", "title", "width"], "li": [], "ol": ["start", "type"], "p": [], "pre": [], "s": [], "span": [], "strong": [], "sub": [], "sup": [], "table": [], "tbody": [], "td": ["colspan", "rowspan"], "th": ["colspan", "rowspan"], "tr": [], "u": [], "ul": []},
  blocks: ["blockquote", "div", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "table", "ul"],
  void: ["br", "hr", "img"],
  aligned: ["h1", "h2", "h3", "h4", "h5", "h6", "p"],
  alignments: ["center", "right", "justify"],
  colored: ["span"],
  colors: ["gray", "red", "orange", "green", "blue", "violet"],
  targets: ["_blank"],
  schemes: ["file", "ftp", "http", "https", "mailto", "tel"],
  picture: "/?(?:[A-Za-z0-9_~-]+(?:[.][A-Za-z0-9_~-]+)*/)*elements/[0-9A-Fa-f-]{36}/files/[A-Za-z0-9_-]{1,64}",
  renamed: {"address": "div", "article": "div", "aside": "div", "b": "strong", "center": "div", "cite": "em", "dd": "div", "del": "s", "details": "div", "dfn": "em", "dl": "div", "dt": "div", "figcaption": "div", "figure": "div", "footer": "div", "header": "div", "hgroup": "div", "i": "em", "ins": "u", "kbd": "code", "main": "div", "nav": "div", "samp": "code", "section": "div", "strike": "s", "summary": "div", "tfoot": "tbody", "thead": "tbody", "tt": "code", "var": "em"},
} as const;
