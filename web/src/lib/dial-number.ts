/** Opens the dialler of the phone with a number, which the page never shows. */
export function dialNumber(number: string) {
  const link = document.createElement('a')
  link.href = `tel:${number}`
  link.click()
}
