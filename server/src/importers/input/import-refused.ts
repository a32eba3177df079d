/** An import that cannot go on, with a sentence for the operator. Nothing stored so far is lost. */
export class ImportRefused extends Error {}
