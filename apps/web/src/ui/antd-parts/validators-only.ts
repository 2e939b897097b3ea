type Failure = Error | string | undefined

interface Rule {
  readonly validator?: (
    rule: Rule,
    value: unknown,
    tell: (failure?: Failure) => void,
  ) => undefined | Promise<unknown>
}

/** Failure of a rule, in the form's format. */
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
    // An error thrown by a validator arrives as a rejected promise; its findings go to the callback.
    else rule.validator(rule, value, tell)?.catch((code: unknown) => reject(new RuleNotMet(String(code))))
  })
}

/**
 * Part of `async-validator` that antd's Form needs for rules with validators. All of the console's forms have only
 * such rules, which check values against the contract. The build replaces the package by this class, because its
 * types, patterns and messages are unused. Any other rule fails with an error at its field.
 */
export class ValidatorsOnly {
  readonly #rules: Readonly<Record<string, readonly Rule[]>>

  constructor(rules: Readonly<Record<string, readonly Rule[]>>) {
    this.#rules = rules
  }

  /** Ignores the form's messages, which are for other kinds of rules. */
  messages(): void {
    return undefined
  }

  /** @throws a {@link RuleNotMet} of the first rule that is not met */
  async validate(values: Readonly<Record<string, unknown>>): Promise<void> {
    for (const [name, rules] of Object.entries(this.#rules))
      for (const rule of rules) await outcome(rule, values[name])
  }
}
