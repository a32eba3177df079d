/** Stands wherever a natural person is named: people are never told apart by their names (PRODUCT B14). */
export const NAMESAKE_PERSONS = '同名不代表同一人，请核对证件号和法院。'
