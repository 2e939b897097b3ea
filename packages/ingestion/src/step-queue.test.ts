import { expect, it } from 'vitest'
import { createStepQueue } from './step-queue.ts'

it('holds one step of each name, runs steps one after the other, and continues after a failure', async () => {
  const errors: unknown[] = []
  const ran: string[] = []
  let end = (): void => {}
  const queue = createStepQueue((error) => errors.push(error))
  const slow = () =>
    new Promise<void>((resolve) => {
      ran.push('slow')
      end = resolve
    })
  queue.add('sweep', slow)
  await Promise.resolve()
  for (let n = 0; n < 100; n += 1)
    queue.add('sweep', async () => {
      ran.push('sweep')
      throw new Error('out of order')
    })
  queue.add('changed', async () => ran.push('changed'))
  expect(ran).toEqual(['slow'])
  end()
  await queue.idle()
  expect(ran).toEqual(['slow', 'sweep', 'changed'])
  expect(errors).toMatchObject([{ message: 'out of order' }])
})

it('drops waiting steps on close, and waits for the running one', async () => {
  const ran: string[] = []
  const queue = createStepQueue(() => undefined)
  queue.add('first', async () => ran.push('first'))
  await Promise.resolve()
  queue.add('second', async () => ran.push('second'))
  await queue.close()
  queue.add('third', async () => ran.push('third'))
  await queue.idle()
  expect(ran).toEqual(['first'])
})
