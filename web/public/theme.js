// Before the first paint: the theme that this device keeps, so that the dark never begins with a flash.
(function () {
  var kept = null;
  try {
    kept = localStorage.getItem("quincunx.theme");
  } catch (_) {
    // Storage may be forbidden.
  }
  var dark = kept === "dark" || (kept !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
