/** An import that cannot continue, with a sentence for the operator. Committed batches stay stored. */
export class ImportRefused extends Error {}

/** The first import of a source and kind, without what the source covers. */
export class CoverageNotStated extends ImportRefused {
  constructor(title: string, sourceId: string) {
    super(
      `首次导入来源 ${sourceId} 的${title}，须说明它覆盖哪些企业，如 --covers all、--covers listed、--covers named 或 --covers regions=3502（见 docs/data-formats.md）。`,
    )
  }
}
