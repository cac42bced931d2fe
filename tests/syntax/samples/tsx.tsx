import React, { useState } from 'react';

interface Props {
  title: string;
  items?: string[];
  onPick: (item: string) => void;
}

export function Picker({ title, items = [], onPick }: Props): JSX.Element {
  const [open, setOpen] = useState<boolean>(false);
  const pick = (item: string) => {
    setOpen(false);
    onPick(item);
  };
  return (
    <div className="picker" onClick={() => setOpen(!open)}>
      <h1>{title}</h1>
      {open && (
        <ul>
          {items.map((item, i) => (
            <li key={i} onClick={() => pick(item)}>
              {item}, number {i + 1}
            </li>
          ))}
        </ul>
      )}
      <>
        <img src="a.png" alt='' />
        <input disabled {...{ value: title }} />
      </>
    </div>
  );
}

export default Picker;
