/** The search box of Home stands twice, in its head and in the sticky bar: one text, one placeholder, one rule. */
export type HomeSearchField = {
  value: string
  placeholder: string
  onChange: (value: string) => void
  onSubmit: (value: string) => void
  onFocus: () => void
  onBlur: () => void
}
