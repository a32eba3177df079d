/** Luhn: whether the last digit of a card number is valid. */
function fitsCardCheck(number: string): boolean {
  let sum = 0
  for (let at = 0; at < number.length; at++) {
    const digit = Number(number.charAt(number.length - 1 - at)) * (at % 2 === 0 ? 1 : 2)
    sum += digit > 9 ? digit - 9 : digit
  }
  return sum % 10 === 0
}

/** Whether 16 to 19 digits are the number of a bank card. */
export const isCardNumber = (number: string): boolean => /^[3-6]\d{15,18}$/.test(number) && fitsCardCheck(number)
