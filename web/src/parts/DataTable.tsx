// A table of few rows: what stands in it is given as columns.
import { Table } from "@mantine/core";
import type { ReactNode } from "react";

export interface DataColumn<T> {
  label: string;
  /** The heading is for screen readers only, such as that of the actions. */
  isHidden?: boolean;
  isNumber?: boolean;
  cell: (row: T) => ReactNode;
}

interface Properties<T> {
  label: string;
  columns: readonly DataColumn<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
}

export function DataTable<T>({ label, columns, rows, rowKey }: Properties<T>) {
  const side = (column: DataColumn<T>) => (column.isNumber ? "right" : undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <div className="fs-scroll" role="region" aria-label={label} tabIndex={0}>
      <Table verticalSpacing={6} horizontalSpacing="sm" highlightOnHover aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.label} ta={side(column)} scope="col">
                {column.isHidden ? <span className="fs-hidden">{column.label}</span> : column.label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)}>
              {columns.map((column) => (
                <Table.Td key={column.label} ta={side(column)}>
                  {column.cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
