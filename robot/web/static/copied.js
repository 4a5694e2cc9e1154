// Copies text for people to paste, and leaves the focus on their button; says whether that worked.
export function copyText(text, button) {
  const area = Object.assign(document.createElement("textarea"), { value: text, style: "position: fixed" });
  document.body.append(area);
  area.select();
  const copied = document.execCommand("copy"); // navigator.clipboard wants HTTPS
  area.remove();
  button.focus();
  return copied;
}
