/** Shared props of the two search fields of Home, in the head and in the sticky bar. */
export type HomeSearchFieldProps = {
  value: string
  placeholder: string
  onChange: (value: string) => void
  onSubmit: (value: string) => void
  onFocus: () => void
  onBlur: () => void
  /** Closes the search panel. */
  onClose: () => void
}
