// Applies the stored theme before the first paint, so that a dark page does not flash.
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

// Shows a message in a browser that is too old for the app. All browsers can run this script.
(function () {
  var known = window.CSS && CSS.supports && CSS.supports("container-type", "inline-size") && "findLast" in [] && "noModule" in document.createElement("script");
  if (known) return;
  document.documentElement.setAttribute("data-old", "");
  var script = document.createElement("script");
  script.src = document.currentScript.src.replace(/[^/]*$/, "old.js");
  document.head.appendChild(script);
})();

// Covers the time until the app runs: if one of its files fails to load or run, show a message and try again, instead
// of a white page.
(function () {
  var WORDS = {
    en: ["This page couldn’t be loaded. It tries again by itself.", "Try again"],
    de: ["Diese Seite ließ sich nicht laden. Sie versucht es von selbst noch einmal.", "Noch einmal versuchen"],
    es: ["No se ha podido cargar esta página. Lo volverá a intentar sola.", "Volver a intentarlo"],
    fr: ["Cette page n’a pas pu être chargée. Elle réessaie d’elle-même.", "Réessayer"],
    it: ["Questa pagina non si è caricata. Riprova da sola.", "Riprova"],
    nl: ["Deze pagina kon niet worden geladen. Ze probeert het vanzelf opnieuw.", "Opnieuw proberen"],
    zh: ["无法加载此页面。它会自动重试。", "重试"],
  };
  // The folder of the app's files: at a server the root.
  var ROOT = document.currentScript.src.replace(/[^/]*$/, "");
  var LAST = "quincunx.loadedAnew";
  var FIRST_MS = 3000;
  var LATER_MS = 30000;
  var GIVEN_MS = 30000;
  var failed = document.documentElement.hasAttribute("data-old");
  var box = document.createElement("main");

  function app() {
    return document.getElementById("app");
  }
  function isThere() {
    return app() !== null && app().childElementCount > 0 && !failed;
  }
  function words() {
    var wanted = null;
    try {
      wanted = localStorage.getItem("quincunx.language");
    } catch (_) {
      // The device's own language suffices.
    }
    var code = (wanted || navigator.language || "en").toLowerCase().split("-")[0];
    document.documentElement.lang = WORDS[code] ? code : "en";
    return WORDS[code] || WORDS.en;
  }
  function anew() {
    try {
      sessionStorage.setItem(LAST, String(Date.now()));
    } catch (_) {
      // Storage may be forbidden.
    }
    location.reload();
  }
  // Reload the page once the server answers: once soon, and then at a longer interval.
  function look() {
    if (!box.isConnected) return; // the app has started after all
    fetch(ROOT + "health/live", { cache: "no-store" }).then(
      function (answer) {
        var last = 0;
        try {
          last = Number(sessionStorage.getItem(LAST));
        } catch (_) {
          // Storage may be forbidden.
        }
        if (answer.ok && !(Date.now() - last < LATER_MS)) anew();
        else setTimeout(look, FIRST_MS);
      },
      function () {
        setTimeout(look, FIRST_MS);
      },
    );
  }
  function show() {
    if (failed || isThere()) return;
    if (!app()) {
      document.addEventListener("DOMContentLoaded", show);
      return;
    }
    failed = true;
    var said = words();
    var line = document.createElement("h1");
    var alert = document.createElement("div");
    var button = document.createElement("button");
    line.textContent = said[0];
    alert.setAttribute("role", "alert");
    alert.append(line);
    button.textContent = said[1];
    button.addEventListener("click", anew);
    box.append(alert, button);
    // The stylesheet may be missing; the content policy allows properties.
    document.body.style.cssText = document.documentElement.dataset.theme === "dark" ? "background:#1b1815;color:#efe7d8" : "background:#f4eee2;color:#2a251f";
    box.style.cssText = "max-width:30rem;margin:25vh auto;padding:1rem;font:1.1rem/1.5 Georgia,serif";
    line.style.cssText = "font-size:1.3rem";
    button.style.cssText = "min-height:44px;padding:.6rem 1.2rem;border:1px solid;border-radius:.6rem;background:none;color:inherit;font:inherit";
    app().replaceChildren(box);
    setTimeout(look, FIRST_MS);
  }
  // Load errors are seen in the capture phase alone; errors at run time arrive here too.
  function heard(event) {
    var at = event.target;
    if (at instanceof HTMLScriptElement || (at instanceof HTMLLinkElement && at.rel === "stylesheet") || at === window) show();
  }
  addEventListener("error", heard, true);
  addEventListener("unhandledrejection", show);
  addEventListener("load", function () {
    setTimeout(show, GIVEN_MS);
  });
})();
