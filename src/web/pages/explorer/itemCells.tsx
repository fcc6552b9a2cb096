import type { ItemCells } from '#web/vault/explorer/ExplorerTable.tsx'
import { AddressCell } from '#web/vault/items/AddressCell.tsx'
import { categoryIconOf } from '#web/vault/items/CategoryIcon.tsx'
import { OtpCell } from '#web/vault/items/OtpCell.tsx'
import { PasswordCell } from '#web/vault/items/PasswordCell.tsx'

/** The cells of an item in the explorer's table. */
export const itemCells: ItemCells = {
  icon: (item) => categoryIconOf(item.categoryIcon),
  password: (item) => (item.hasPassword ? <PasswordCell item={item} /> : null),
  otp: (item) => (item.hasOtp ? <OtpCell itemId={item.id} name={item.name} look="row" /> : null),
  address: (item) =>
    item.address === '' ? null : <AddressCell address={item.address} level={item.addressDanger} />,
}
