/** English words that are also labels of websites, and that a question has as words: city, profit, quick. */
export const websiteWords: ReadonlySet<string> = new Set(
  (
    'act actions add air any area arrow art arts asia ask auto bank best big bio black blue board boss brand bridge bus buy call cap car care ' +
    'case cash cat center chair check chem china city clean close cloud code cool core cost court cup data day deal design digital dog door ' +
    'double dragon dream earth east easy education electric energy engine english eye face fast film fire first fish five flag flat focus food ' +
    'fortune four free fresh fund future game gas global glory go gold golden good grand great green grid group hand happy head health heart ' +
    'hello help high hit holding home hot hotel house idea invest job king land law layout lead life light line lion list live logistics love ' +
    'lucky mail map master media medical metal mind model money moon motor music name net new news next nice north ocean offer office oil one ' +
    'online open order org panda paper park part pay people phone pipe plan play plus power press price pro profit quick rail rain reach real ' +
    'report rich ring road royal run safe sale school science sea second sell service share shop silver site sky smart soft solar south space ' +
    'speed sport stable staff star start state steel step stock stone store sun super switch tax tea team tech test time times token top total ' +
    'town trade travel trust two union unite united unit up value vip vision visit voice water wave way web well west white wind wine wood word ' +
    'work world yes your zone'
  ).split(' '),
)
