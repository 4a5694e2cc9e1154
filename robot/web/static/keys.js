// Keys of one letter count unless they are switched off in the head of a page.

export function letters(event) {
  return event.key.length > 1 || event.key === " " || localStorage.getItem("keys") !== "off";
}
