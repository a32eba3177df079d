import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Roles of a structure tree, at any depth. */
function rolesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const own = 'role' in node && typeof node.role === 'string' ? [node.role] : []
  const children = 'children' in node && Array.isArray(node.children) ? node.children : []
  return [...own, ...children.flatMap(rolesIn)]
}

/** Text of each page without spaces, bookmarks, language and structure of a PDF, by a reader that did not make it. */
export async function readPdf(pdf: Uint8Array) {
  const task = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 })
  const document = await task.promise
  const pages: string[] = []
  const roles = new Set<string>()
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    pages.push(
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join('')
        .replaceAll(/\s/g, ''),
    )
    for (const role of rolesIn(await page.getStructTree())) roles.add(role)
  }
  const [{ info }, outline, mark] = await Promise.all([
    document.getMetadata(),
    document.getOutline(),
    document.getMarkInfo(),
  ])
  const language = 'Language' in info ? info.Language : undefined
  await task.destroy()
  return {
    pages,
    text: pages.join(''),
    bookmarks: (outline ?? []).map(({ title }) => title),
    roles,
    isTagged: mark instanceof Map && mark.get('Marked') === true,
    language,
  }
}
