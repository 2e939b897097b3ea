type Writing = Record<string, (...args: never[]) => unknown>

/**
 * Runs an action between the check of a call and its write: right before the next write of the given kind. This way
 * the call always loses the race.
 * @param model one of `db.models` or `db.driver`
 * @param method the write to wait for, such as `updateOne`
 * @returns true if the write has come
 */
export function beforeNextWrite(model: object, method: string, act: () => Promise<unknown>): () => boolean {
  const writing = model as Writing
  const original = writing[method]
  if (!original) throw new Error(`the model has no ${method}`)
  let isDone = false
  writing[method] = async (...args) => {
    writing[method] = original
    isDone = true
    await act()
    return original.apply(model, args)
  }
  return () => isDone
}
