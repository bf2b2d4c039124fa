// Formulas by KaTeX, which is copied beside this script: Sphinx writes \(…\) and \[…\] into elements of the class math.
document.addEventListener("DOMContentLoaded", () => {
  for (const element of document.querySelectorAll(".math")) {
    const text = element.textContent.trim();
    const displayMode = text.startsWith("\\[");
    katex.render(text.slice(2, -2), element, { displayMode, throwOnError: true });
  }
});
