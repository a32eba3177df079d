import { loadSheetDialog } from '../ui/sheet.tsx'

/** Code of the sheets that readers mostly open, by the path of the page. */
const sheetsOf: Readonly<Record<string, readonly (() => Promise<unknown>)[]>> = {
  '/search/result': [loadSheetDialog, () => import('../domain/filters/filter-sheet.tsx')],
  '/company/detail': [
    loadSheetDialog,
    () => import('../domain/share/share-sheet.tsx'),
    () => import('../features/company/explanation-sheet.tsx'),
  ],
}

/** Loads the code of the sheets of a page, one after another. */
export async function loadNextSheets(path: string) {
  for (const load of sheetsOf[path] ?? []) await load()
}
