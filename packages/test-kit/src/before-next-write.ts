type Writing = Record<string, (...args: never[]) => unknown>

/**
 * Does something between the check of a call and its write: when the next write of this kind reaches a model, before it is
 * made. A race is lost this way every time.
 * @param model one of `db.models` or `db.driver`
 * @param method the write that is waited for, such as `updateOne`
 * @returns whether the write has come
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
