import { toJs } from '../bson/make.ts'
import { T, Value } from '../bson/value.ts'
import { notImplemented, StoreError } from '../errors.ts'
import {
  closeNode,
  EditArray,
  EditDocument,
  type EditNode,
  openArray,
  openDocument,
} from './editable-document.ts'

/** The container of a path's last part, opened for editing. */
export type PathTarget = { container: EditDocument | EditArray; name: string }

const isIndex = (name: string) => /^(0|[1-9]\d*)$/.test(name)

export function memberOf(container: EditDocument | EditArray, name: string): EditNode | undefined {
  if (container instanceof EditDocument) return container.fields.get(name)
  return isIndex(name) ? container.items[Number(name)] : undefined
}

export function setMember(place: PathTarget, node: EditNode): void {
  const { container, name } = place
  if (container instanceof EditDocument) {
    container.fields.set(name, node)
    return
  }
  if (Number(name) > container.items.length) throw notImplemented('positions behind the end of an array')
  container.items[Number(name)] = node
}

/**
 * Finds where a path ends. With `create`, missing documents on the way are made; without, undefined says that the
 * path leads nowhere. A path through a value that is no container is refused (28) when it would have to be made.
 */
export function locate(root: EditDocument, path: readonly string[], create: boolean): PathTarget | undefined {
  let container: EditDocument | EditArray = root
  for (let i = 0; i < path.length - 1; i++) {
    const next: EditDocument | EditArray | undefined = descend(container, path, i, create)
    if (!next) return undefined
    container = next
  }
  const name = path[path.length - 1]!
  if (container instanceof EditArray && !isIndex(name)) {
    if (create) throw notViable(name, path[path.length - 2] ?? '', container)
    return undefined
  }
  return { container, name }
}

function descend(
  container: EditDocument | EditArray,
  path: readonly string[],
  depth: number,
  create: boolean,
): EditDocument | EditArray | undefined {
  const name = path[depth]!
  if (container instanceof EditArray && !isIndex(name)) {
    if (create) throw notViable(name, path[depth - 1] ?? '', container)
    return undefined
  }
  const member = memberOf(container, name)
  if (member instanceof EditDocument || member instanceof EditArray) return member
  if (member === undefined) {
    if (!create) return undefined
    const made = new EditDocument()
    setMember({ container, name }, made)
    return made
  }
  if (member.type !== T.object && member.type !== T.array) {
    if (create) throw notViable(path[depth + 1]!, name, member)
    return undefined
  }
  const opened = member.type === T.object ? openDocument(member) : openArray(member)
  setMember({ container, name }, opened)
  return opened
}

function notViable(field: string, parent: string, node: EditNode): StoreError {
  const shown = JSON.stringify({ [parent]: toJs(closeNode(node)) })
  return new StoreError(28, `Cannot create field '${field}' in element ${shown}`)
}

export const asArray = (node: EditNode): EditArray | undefined =>
  node instanceof EditArray
    ? node
    : node instanceof Value && node.type === T.array
      ? openArray(node)
      : undefined
