import type { Instant } from './company.ts'

/** A place in the app whose content operators publish. */
export const contentPlaces = ['home', 'mine', 'faq', 'contact', 'membership'] as const
export type ContentPlace = (typeof contentPlaces)[number]

/**
 * Every published version of the content of a place; shown is the newest one whose time has come. Rows are never changed or deleted. The
 * version counts from 1, so that its maximum shows every process whether the content has changed.
 */
export type ContentVersionTable = {
  place: ContentPlace
  version: number
  /** JSON of the place (features/content/content-fields.ts). */
  content: string
  /** The operator, or `product` for the shipped content. */
  author: string
  created_at: Instant
  reason: string
  /** null: at once. */
  shown_from: Instant | null
}

/** The draft of a place that operators share. */
export type ContentDraftTable = {
  place: ContentPlace
  /** The version that the draft changes. */
  base: number
  /** JSON, not checked yet. */
  content: string
  editor: string
  /** Increases with each save, so it also names the state of the draft. */
  saved_at: Instant
}

/** When the newest import of a source ended. */
export type SourceImportTable = { source_id: string; imported_at: Instant }

export type ContentTables = {
  content_version: ContentVersionTable
  content_draft: ContentDraftTable
  /** A picture of published content, re-encoded. Old versions name it, so it is never deleted. */
  content_picture: {
    /** Derived from the bytes: the same picture is stored once. */
    id: string
    /** JPEG as base64: both databases store and return text alike. */
    jpeg: string
    created_at: Instant
  }
  source_import: SourceImportTable
}
