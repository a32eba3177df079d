/** An import that cannot continue, with a sentence for the operator. Committed batches stay stored. */
export class ImportRefused extends Error {}
