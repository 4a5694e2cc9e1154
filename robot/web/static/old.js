// Leads a browser that cannot show the pages to one that says what they need. Browsers of 2012 understand this script.
(function () {
  var scripts = window.HTMLScriptElement && HTMLScriptElement.supports && HTMLScriptElement.supports("importmap");
  var styles = scripts && CSS.supports("selector(:has(a))") && CSS.supports("color", "color-mix(in srgb, red, blue)");
  if (!styles) location.replace("/old");
})();
