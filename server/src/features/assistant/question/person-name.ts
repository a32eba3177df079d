import { surnames } from './words/surnames.ts'

const compound =
  /^(?:欧阳|司马|上官|诸葛|皇甫|尉迟|公孙|慕容|令狐|宇文|长孙|司徒|东方|独孤|南宫|夏侯|端木|轩辕|百里|申屠|赫连|澹台|太史)/u
const plainName = /^[\p{Script=Han}·]+$/u

/** Persons of the demonstration set. */
const demonstration = /^演示[甲乙丙丁戊己庚辛壬癸]$/u

/** Whether a text may be the name of a natural person. */
export const mayBePerson = (text: string): boolean =>
  plainName.test(text) &&
  (demonstration.test(text) ||
    (text.includes('·')
      ? text.length >= 4
      : compound.test(text)
        ? text.length === 3 || text.length === 4
        : surnames.has(text.charAt(0)) && text.length >= 2 && text.length <= 3))
