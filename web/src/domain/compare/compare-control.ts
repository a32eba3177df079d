/** A company of the compare basket. */
export type ChosenCompany = { id: string; briefName: string }

/** The compare basket: the companies that the user chooses for 企业对比. */
export type CompareControl = {
  /** In the order of choice; null: the user does not choose now. */
  chosen: readonly ChosenCompany[] | null
  start: (companies?: readonly ChosenCompany[]) => void
  cancel: () => void
  /** Adds or removes a company. Returns false when the basket is full. */
  toggle: (company: ChosenCompany) => boolean
}
