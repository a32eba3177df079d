import { maskMobile, maskNumbersIn } from '../../../domain/masking/masking.ts'

const hanDigits = '〇零一二三四五六七八九'
const digitOf = (character: string) => Math.max(0, hanDigits.indexOf(character) - 1)
/** 一三八〇〇一三八〇〇〇, also with 幺 for one. */
const spokenMobile =
  /(?<![〇零一二三四五六七八九幺])[一幺][三四五六七八九][〇零一二三四五六七八九幺]{9}(?![〇零一二三四五六七八九幺])/gu
/** Signs that people put between the digits to hide a number from filters. */
const separated = /(?<!\d)1[ .·_*-]{0,2}[3-9](?:[ .·_*-]{0,2}\d){9}(?!\d)/g

/** Masks mobile and identity numbers in a question, before it is stored, logged or sent to a language model. */
export const maskQuestion = (question: string): string =>
  maskNumbersIn(
    question
      .replace(spokenMobile, (written) =>
        maskMobile(Array.from(written, (one) => (one === '幺' ? 1 : digitOf(one))).join('')),
      )
      .replace(separated, (written) => maskMobile(written.replace(/\D/g, ''))),
  )
