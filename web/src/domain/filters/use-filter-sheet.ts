import { useState } from 'react'

/** State of the sheet that the cells of filters open. `key` differs per opening, so that each starts from the filters. */
export function useFilterSheet<Panel>(first: Panel) {
  const [sheet, setSheet] = useState({ panel: first, isOpen: false, key: 0 })
  return {
    sheet,
    open: (panel: Panel) => setSheet(({ key }) => ({ panel, isOpen: true, key: key + 1 })),
    close: () => setSheet((last) => ({ ...last, isOpen: false })),
  }
}
