import type { ItemCells } from '#web/explorer/ExplorerTable.tsx'
import { AddressCell } from '#web/items/AddressCell.tsx'
import { categoryIconOf } from '#web/items/CategoryIcon.tsx'
import { OtpCell } from '#web/items/OtpCell.tsx'
import { PasswordCell } from '#web/items/PasswordCell.tsx'

/** What a row of the explorer shows of an item, made by the feature that knows items. */
export const itemCells: ItemCells = {
  icon: (item) => categoryIconOf(item.categoryIcon),
  password: (item) => (item.hasPassword ? <PasswordCell item={item} /> : null),
  otp: (item) => (item.hasOtp ? <OtpCell itemId={item.id} name={item.name} look="row" /> : null),
  address: (item) =>
    item.address === '' ? null : <AddressCell address={item.address} level={item.addressDanger} />,
}
