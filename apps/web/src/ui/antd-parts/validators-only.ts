type Failure = Error | string | undefined

interface Rule {
  readonly validator?: (
    rule: Rule,
    value: unknown,
    tell: (failure?: Failure) => void,
  ) => undefined | Promise<unknown>
}

/** What a rule found, as the form reads it. */
class RuleNotMet extends Error {
  readonly errors: readonly { readonly message: string }[]

  constructor(message: string) {
    super(message)
    this.errors = [{ message }]
  }
}

function outcome(rule: Rule, value: unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    const tell = (failure?: Failure): void =>
      failure ? reject(new RuleNotMet(failure instanceof Error ? failure.message : failure)) : resolve()
    if (!rule.validator)
      tell(new Error('Rules of a form are validators: other kinds of rules are not part of this build.'))
    // What a validator throws at once comes as a rejected promise; what it finds is told.
    else rule.validator(rule, value, tell)?.catch((code: unknown) => reject(new RuleNotMet(String(code))))
  })
}

/**
 * The part of `async-validator` that antd's Form needs for rules that are validators, as all of the console's forms have:
 * they hold their values to the contract. The build puts it in the place of the package, whose types, patterns and
 * messages nothing would use. Any other rule fails, and its field says why.
 */
export class ValidatorsOnly {
  readonly #rules: Readonly<Record<string, readonly Rule[]>>

  constructor(rules: Readonly<Record<string, readonly Rule[]>>) {
    this.#rules = rules
  }

  /** The form gives its messages for kinds of rules that are not here. */
  messages(): void {
    return undefined
  }

  /** @throws a {@link RuleNotMet} of the first rule that is not met */
  async validate(values: Readonly<Record<string, unknown>>): Promise<void> {
    for (const [name, rules] of Object.entries(this.#rules))
      for (const rule of rules) await outcome(rule, values[name])
  }
}
