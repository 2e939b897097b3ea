import { describe, expect, it } from 'vitest'
import { ValidatorsOnly } from './validators-only.ts'

const validator = (message?: string) => (_: unknown, value: unknown, tell: (failure?: Error) => void) => {
  queueMicrotask(() => (message && value === 'wrong' ? tell(new Error(message)) : tell()))
  return undefined
}

describe('rules that are validators', () => {
  it('accept a value without findings of the validator', async () => {
    const rules = new ValidatorsOnly({ name: [{ validator: validator('No.') }] })
    await expect(rules.validate({ name: 'right' })).resolves.toBeUndefined()
  })

  it("report the validator's findings in the form's format", async () => {
    const rules = new ValidatorsOnly({ name: [{ validator: validator('No.') }] })
    await expect(rules.validate({ name: 'wrong' })).rejects.toMatchObject({ errors: [{ message: 'No.' }] })
  })

  it('pass on the code of a validator that threw', async () => {
    const rules = new ValidatorsOnly({ name: [{ validator: () => Promise.reject(new Error('broke')) }] })
    await expect(rules.validate({ name: 'right' })).rejects.toMatchObject({
      errors: [{ message: 'Error: broke' }],
    })
  })

  it('reject a rule of another kind', async () => {
    const rules = new ValidatorsOnly({ name: [{}] })
    await expect(rules.validate({ name: 'right' })).rejects.toMatchObject({
      errors: [{ message: expect.stringContaining('not part of this build') as string }],
    })
  })
})
