/** Amounts in 亿元 are rounded before they are subtracted. */
const TOLERANCE = 0.011
const MONTHS = 12

const isNear = (one: number, other: number) => Math.abs(one - other) < TOLERANCE

const monthsOf = (date: string) => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return { months: year * MONTHS + month, day }
}
/** Whole months from one day to a later one. */
function monthsBetween(from: string, to: string): number {
  const [one, other] = [monthsOf(from), monthsOf(to)]
  return other.months - one.months - (other.day < one.day ? 1 : 0)
}

/** 2年11个月 as months; null: another length of time. */
function writtenMonths(text: string): number | null {
  const { years, months } = /^(?:(?<years>\d+)年)?(?:(?<months>\d+)个月)?$/u.exec(text)?.groups ?? {}
  return years === undefined && months === undefined ? null : Number(years ?? 0) * MONTHS + Number(months ?? 0)
}

/**
 * The sentence without figures that follow from its other figures: 增加2569人, 相差2年11个月, 至今22年, 合计88%. `sentence`: as plain text.
 * `today`: YYYY-MM-DD.
 */
export function withoutComputed(sentence: string, today: string): string {
  const days = (sentence.match(/\d{4}-\d{2}-\d{2}/gu) ?? []).toSorted()
  const figures = (text: string) => [...text.matchAll(/\d+(?:\.\d+)?/gu)].map(([one]) => Number(one))
  return sentence
    .replaceAll(/(?<=相差)(?:\d+年)?(?:\d+个月)?/gu, (written) => {
      const months = writtenMonths(written)
      const isRight = days.some((from) => days.some((to) => from < to && monthsBetween(from, to) === months))
      return isRight ? '|' : written
    })
    .replaceAll(/(?<=至今)(\d+)年/gu, (written, years) =>
      days.some((day) => Math.floor(monthsBetween(day, today) / MONTHS) === Number(years)) ? '|' : written,
    )
    .replaceAll(/(?<=相差|增加|减少)\d+(?:\.\d+)?(?!年|个月|[\d.])/gu, (written, at: number) => {
      const others = figures(`${sentence.slice(0, at)} ${sentence.slice(at + written.length)}`)
      const isRight = others.some((one) => others.some((other) => isNear(one - other, Number(written))))
      return isRight ? '|' : written
    })
    .replaceAll(/(?<=合计)(\d+(?:\.\d+)?)%/gu, (written, total, at: number) => {
      const shares = [...sentence.slice(0, at).matchAll(/(\d+(?:\.\d+)?)%/gu)].map(([, share]) => Number(share))
      return isNear(
        shares.reduce((sum, share) => sum + share, 0),
        Number(total),
      )
        ? '|'
        : written
    })
}
