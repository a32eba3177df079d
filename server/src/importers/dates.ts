const shapes = [
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]00:00:00.*)?$/,
  /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/,
  /^(\d{4})年(\d{1,2})月(\d{1,2})日$/,
  /^(\d{4})(\d{2})(\d{2})$/,
]

/** A calendar date as sources write it, as YYYY-MM-DD. null where no such day was or the year is out of reach. */
export function parseDate(value: string): string | null {
  const written = value.normalize('NFKC').trim()
  for (const shape of shapes) {
    const [, year = '', month = '', day = ''] = shape.exec(written) ?? []
    if (year === '') continue
    const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
    const isThatDay = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
    const isInReach = Number(year) >= 1800 && Number(year) <= 2200
    return isThatDay && isInReach ? date.toISOString().slice(0, 10) : null
  }
  return null
}

/** How new a fact is: a day, a month or a year. */
export function parseAsOf(value: string): string | null {
  const written = value.trim()
  if (/^(19|20)\d{2}(-(0[1-9]|1[0-2]))?$/.test(written)) return written
  return parseDate(written)
}
