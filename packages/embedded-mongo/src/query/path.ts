import { eachElement, findField, T } from '../bson/value.ts'
import type { PathPart } from '../keys/index-keys.ts'
import type { DocumentTest, ValueTest } from './ast.ts'

/**
 * Compiles a test that passes when any value at the path `parts` passes `test`. Arrays on the way are entered: each embedded
 * document, and the element at a numeric position. The elements of an array at the end are tested, then the array. With
 * `wholeArrays` only the array is tested. For a path without a value, one missing value (type 0) is tested.
 */
export function anyValue(parts: readonly PathPart[], test: ValueTest, wholeArrays: boolean): DocumentTest {
  const last = parts.length - 1

  function leaf(type: number, buf: Buffer, at: number): boolean {
    if (type !== T.array || wholeArrays) return test(type, buf, at)
    return (
      eachElement(buf, at, (elementType, elementAt) => test(elementType, buf, elementAt)) ||
      test(type, buf, at)
    )
  }

  function inDocument(buf: Buffer, docAt: number, depth: number): boolean {
    let place = docAt
    for (let i = depth; ; i++) {
      const name = parts[i]!.bytes
      const el = findField(buf, place, name)
      if (el < 0) return test(T.missing, buf, 0)
      const type = buf[el]!
      const at = el + 2 + name.length
      if (i === last) return leaf(type, buf, at)
      if (type === T.array) return inArray(buf, at, i + 1)
      if (type !== T.object) return test(T.missing, buf, 0)
      place = at
    }
  }

  function inArray(buf: Buffer, arrayAt: number, depth: number): boolean {
    const position = parts[depth]!.position
    return eachElement(buf, arrayAt, (type, at, _end, index) => {
      if (type === T.object && inDocument(buf, at, depth)) return true
      if (index !== position) return false
      if (depth === last) return test(type, buf, at)
      if (type === T.object) return inDocument(buf, at, depth + 1)
      return type === T.array && inArray(buf, at, depth + 1)
    })
  }

  return (buf, at) => inDocument(buf, at, 0)
}
