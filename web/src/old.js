// The message of a browser that is too old for the app. This script uses only features that all of them have.
(function () {
  var WORDS = {
    en: ["This browser is too old", "Quincunx needs one of these, or newer:"],
    de: ["Dieser Browser ist zu alt", "Quincunx braucht einen von diesen oder einen neueren:"],
    es: ["Este navegador es demasiado antiguo", "Quincunx necesita uno de estos o más reciente:"],
    fr: ["Ce navigateur est trop ancien", "Quincunx a besoin de l’un de ceux-ci ou plus récent\u00a0:"],
    it: ["Questo browser è troppo vecchio", "Quincunx richiede uno di questi, o più recente:"],
    nl: ["Deze browser is te oud", "Quincunx heeft een van deze nodig, of nieuwer:"],
    zh: ["此浏览器太旧", "Quincunx 需要以下版本或更新的浏览器："],
  };
  // Safari comes with the system, so there is nothing to download.
  var BROWSERS = [
    ["Firefox 115", "https://www.mozilla.org/firefox/new/"],
    ["Chrome 105", "https://www.google.com/chrome/"],
    ["Edge 105", "https://www.microsoft.com/edge"],
    ["Safari 16 (iOS 16)", ""],
  ];
  function add(parent, tag, style, text) {
    var element = document.createElement(tag);
    element.style.cssText = style;
    if (text) element.textContent = text;
    parent.appendChild(element);
    return element;
  }
  function say() {
    var code = (navigator.language || "en").toLowerCase().split("-")[0];
    var words = WORDS[code] || WORDS.en;
    var box = add(document.getElementById("app"), "div", "box-sizing:border-box;max-width:27rem;margin:0 auto;padding:14vh 1.2rem 2rem");
    box.lang = WORDS[code] ? code : "en";
    box.setAttribute("role", "alert");
    var icon = document.querySelector('link[rel="icon"]');
    var mark = add(box, "p", "display:flex;align-items:center;margin:0 0 2rem;font-weight:640;font-size:1.2rem");
    if (icon) {
      var picture = add(mark, "img", "width:36px;height:36px;margin-right:.7rem");
      picture.src = icon.href;
      picture.alt = "";
    }
    add(mark, "span", "", "Quincunx");
    add(box, "h1", "margin:0 0 .6rem;font-size:1.9rem;line-height:1.15", words[0]);
    add(box, "p", "margin:0 0 1rem;font-size:1.1rem;line-height:1.45", words[1]);
    var list = add(box, "ul", "margin:0;padding:0;list-style:none;border-bottom:1px solid #b3a488");
    for (var index = 0; index < BROWSERS.length; index++) {
      var row = add(list, "li", "border-top:1px solid #b3a488");
      var style = "display:block;padding:.85rem 0;font-size:1.1rem;line-height:1.3;color:inherit";
      var entry = add(row, BROWSERS[index][1] ? "a" : "span", style, BROWSERS[index][0]);
      if (BROWSERS[index][1]) {
        entry.href = BROWSERS[index][1];
        entry.rel = "noreferrer";
      }
    }
  }
  if (document.getElementById("app")) say();
  else document.addEventListener("DOMContentLoaded", say);
})();
