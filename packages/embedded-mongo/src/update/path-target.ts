import { T, Value } from '../bson/value.ts'
import { notImplemented, StoreError } from '../errors.ts'
import { EditArray, EditDocument, type EditNode, openArray, openDocument } from './editable-document.ts'

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
 * Finds the container of a path's last part. With `create`, missing documents on the way are created; without it, the result
 * for a missing path is undefined. Creating a path through a value that is not a container is refused (28).
 */
export function locate(root: EditDocument, path: readonly string[], create: boolean): PathTarget | undefined {
  let container: EditDocument | EditArray = root
  for (const [depth, name] of path.entries()) {
    if (container instanceof EditArray && !isIndex(name)) {
      if (create) throw notViable(name, path[depth - 1] ?? '')
      return undefined
    }
    if (depth === path.length - 1) return { container, name }
    const member: EditNode | undefined =
      memberOf(container, name) ?? (create ? new EditDocument() : undefined)
    const next: EditDocument | EditArray | undefined = member && asContainer(member)
    if (!next) {
      if (member && create) throw notViable(path[depth + 1]!, name)
      return undefined
    }
    setMember({ container, name }, next)
    container = next
  }
  return undefined
}

/** A document or an array, opened for editing. */
function asContainer(node: EditNode): EditDocument | EditArray | undefined {
  if (!(node instanceof Value)) return node
  if (node.type === T.object) return openDocument(node)
  return node.type === T.array ? openArray(node) : undefined
}

export function asArray(node: EditNode): EditArray | undefined {
  const container = asContainer(node)
  return container instanceof EditArray ? container : undefined
}

const notViable = (field: string, parent: string): StoreError =>
  new StoreError(28, `Cannot create field '${field}' in element '${parent}'`)
