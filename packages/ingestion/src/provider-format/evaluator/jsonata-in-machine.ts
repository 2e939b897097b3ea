/**
 * Comments and indentation. They are removed, because a machine keeps the text of each function and of its outer
 * functions.
 */
const UNREAD = [/^[ \t]*(?:\/\*\*|\*|\/\/).*$/gm, /^\s+/gm]

/**
 * Changes to the library's text. An evaluation never waits, and without promises and debugger hooks it is more than
 * twice as fast. Library functions are fixed when they are defined. The last value is the number of occurrences;
 * another number means another version of the library.
 */
const EDITS: readonly (readonly [from: string | RegExp, to: string, count: number])[] = [
  [/\basync (?=function\b|\()/g, '', 46],
  ['await Promise.all(', '(', 2],
  [/\bawait /g, '', 101],
  ["environment.lookup(Symbol.for('jsonata.__evaluate_entry'))", 'undefined', 1],
  ["environment.lookup(Symbol.for('jsonata.__evaluate_exit'))", 'undefined', 1],
  ["enclosingEnvironment.lookup(Symbol.for('jsonata.__createFrame_push'))", 'undefined', 1],
  // One function serves all sequences of an evaluation, instead of one for each sequence.
  [
    'exec_env.createSequence = function() {',
    `const basePush = Array.prototype.push;
                function pushWithinLimit(item) {
                    if (this.length + arguments.length > options.sequence)
                        throw { code: "D2015", stack: (new Error()).stack, value: options.sequence };
                    return arguments.length === 1 ? basePush.call(this, item) : basePush.apply(this, arguments);
                }
                exec_env.createSequence = function() {`,
    1,
  ],
  [
    [
      'sequence.push = function(...items) {',
      'if(sequence.length + items.length > options.sequence) {',
      'throw {',
      'code: "D2015",',
      'stack: (new Error()).stack,',
      'value: options.sequence',
      '};',
      '}',
      'return Array.prototype.push.apply(sequence, items);',
      '};',
    ].join('\n'),
    'sequence.push = pushWithinLimit;',
    1,
  ],
  [
    /definition\.signature = parseSignature\(signature\);\s*\}\s*return definition;/g,
    `definition.signature = parseSignature(signature);
            Object.freeze(definition.signature.validate);
            Object.freeze(definition.signature);
        }
        Object.freeze(func);
        // Not frozen whole: the library notes there where it was called.
        for (const name of Object.keys(definition))
            Object.defineProperty(definition, name, { writable: false, configurable: false });
        return definition;`,
    1,
  ],
]

/**
 * Returns the text of JSONata that machines run.
 * @param source original text of the library
 * @throws Error when the text is another version
 */
export function editLibrary(source: string): string {
  let text = UNREAD.reduce((left, pattern) => left.replace(pattern, ''), source)
  for (const [from, to, count] of EDITS) {
    const pieces = text.split(from)
    if (pieces.length - 1 !== count)
      throw new Error(`JSONata is not the expected version: ${pieces.length - 1} times ${String(from)}`)
    text = pieces.join(to)
  }
  return text
}
