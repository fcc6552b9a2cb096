import { endpoint } from '#contract/platform/endpoint.ts'
import { Body, Id, IdParams, Message, Moment, Nullable } from '#contract/platform/fields.ts'
import { Type } from '#contract/platform/schema.ts'
import { previewTypes } from '#domain/vault/attachments.ts'

/** A file of an item. `preview` is its type, judged by its content, where browsers can show it. */
const Attachment = Type.Object({
  id: Id,
  name: Type.String(),
  size: Type.Integer({ minimum: 0 }),
  preview: Nullable(Type.Enum([...previewTypes])),
  createdAt: Moment,
  creator: Type.String(),
})

/** The files of an item, and the removed ones that can be restored. */
export const ItemAttachments = {
  attachments: Type.Array(Attachment),
  removedAttachments: Type.Array(
    Type.Object({ ...Attachment.properties, removedAt: Moment, removedBy: Type.String() }),
  ),
} as const

const AttachmentParams = Body({ id: Id, attachmentId: Id })

export const attachments = {
  add: endpoint({
    method: 'POST',
    path: '/api/item/:id/attachment',
    summary: 'Attaches a file to an item. The file is read as it arrives; its size is limited by settings.',
    access: { right: 'update', via: { item: 'params.id' } },
    status: 201,
    creates: true,
    params: IdParams,
    multipart: { file: { field: 'file', isStreamed: true } },
    reply: Type.Object({ id: Id, message: Type.String() }),
    refusals: [
      'TOO_LARGE',
      'ATTACHMENT_QUOTA',
      'TOO_MANY_ATTACHMENTS',
      'UNSUPPORTED_FORMAT',
      'CHEST_LOCKED',
      'SERVER_BUSY',
    ],
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/item/:id/attachment/:attachmentId',
    records: 'GET',
    summary: 'The file, as it was attached; recorded before its first byte.',
    access: { right: 'read', via: { item: 'params.id' } },
    params: AttachmentParams,
    produces: 'application/octet-stream',
    reply: Type.Unsafe<AsyncIterable<Uint8Array>>({ type: 'string', format: 'binary' }),
    refusals: ['ATTACHMENT_NOT_FOUND', 'CHEST_LOCKED'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/item/:id/attachment/:attachmentId',
    summary: 'Removes a file from an item. It can be restored for thirty days, unless its room is needed.',
    access: { right: 'update', via: { item: 'params.id' } },
    params: AttachmentParams,
    reply: Message,
    refusals: ['ATTACHMENT_NOT_FOUND', 'CHEST_LOCKED'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/item/:id/attachment/:attachmentId/restore',
    summary: 'Restores a removed file.',
    access: { right: 'update', via: { item: 'params.id' } },
    params: AttachmentParams,
    reply: Message,
    refusals: ['ATTACHMENT_NOT_FOUND', 'CHEST_LOCKED'],
  }),
}
