// The message of a browser that is too old for the app. This script uses only features that all of them have.
(function () {
  var WORDS = {
    en: "This browser is too old for Quincunx. It needs one of these, or newer:",
    de: "Dieser Browser ist zu alt für Quincunx. Nötig ist einer von diesen oder ein neuerer:",
    es: "Este navegador es demasiado antiguo para Quincunx. Hace falta uno de estos o más reciente:",
    fr: "Ce navigateur est trop ancien pour Quincunx. Il faut l’un de ceux-ci ou plus récent\u00a0:",
    it: "Questo browser è troppo vecchio per Quincunx. Ne serve uno di questi, o più recente:",
    nl: "Deze browser is te oud voor Quincunx. Nodig is een van deze, of nieuwer:",
    zh: "此浏览器太旧，无法运行 Quincunx。请使用以下版本或更新的浏览器：",
  };
  function say() {
    var code = (navigator.language || "en").toLowerCase().split("-")[0];
    var line = document.createElement("p");
    line.setAttribute("role", "alert");
    line.style.cssText = "max-width:30rem;margin:25vh auto;padding:1rem;font:1.1rem/1.5 Georgia,serif";
    line.textContent = (WORDS[code] || WORDS.en) + " Safari 16 (iOS 16), Firefox 115, Chrome 105, Edge 105.";
    document.getElementById("app").appendChild(line);
  }
  if (document.getElementById("app")) say();
  else document.addEventListener("DOMContentLoaded", say);
})();
