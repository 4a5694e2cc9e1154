// Keys of one letter count where the page's head has their switch, which is not on phones, and where it is on.

export function letters(event) {
  if (event.key.length > 1 || event.key === " ") return true;
  return !!document.querySelector(".head .keys")?.offsetParent && localStorage.getItem("keys") !== "off";
}
