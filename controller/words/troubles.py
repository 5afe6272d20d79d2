"""What board, link, lights, record and hall complain of, in every language.

Each complaint arrives as an English sentence of a fixed form. In braces stand the facts; what the
system itself said is quoted as it is.
"""

from __future__ import annotations

#: By the kind under which the drivers count them.
SENSORS: dict[str, dict[str, str]] = {
    "not read yet": {
        "en": "{cell} has not been read yet.",
        "ru": "показаний {cell} ещё нет.",
    },
    "no answer": {
        "en": "The load cell of {cell} gives no answer: its data line stays high. Check the cable "
        "and the supply of its HX711.",
        "ru": "тензодатчик {cell} не отвечает, его линия данных остаётся высокой. Проверьте кабель "
        "и питание HX711.",
    },
    "shorted": {
        "en": "The load cell of {cell} does not answer like an HX711: its data line stays low. "
        "Check for a short to ground.",
        "ru": "тензодатчик {cell} отвечает не как HX711, его линия данных остаётся низкой. "
        "Проверьте, нет ли замыкания на землю.",
    },
    "too high": {
        "en": "The load cell of {cell} is at the highest value it can say ({raw}): too much "
        "weight, or a broken bridge wire.",
        "ru": "тензодатчик {cell} показывает наибольшее возможное значение ({raw}). Вес слишком "
        "велик, или оборван провод моста.",
    },
    "too low": {
        "en": "The load cell of {cell} is at the lowest value it can say ({raw}): pulled up, or a "
        "broken bridge wire.",
        "ru": "тензодатчик {cell} показывает наименьшее возможное значение ({raw}). Его тянет "
        "вверх, или оборван провод моста.",
    },
    "frozen": {
        "en": "The load cell of {cell} says exactly {raw} again and again: real samples tremble. "
        "Check its bridge wires.",
        "ru": "тензодатчик {cell} раз за разом показывает ровно {raw}, а настоящие показания "
        "дрожат. Проверьте провода моста.",
    },
    "restless": {
        "en": "The load cell of {cell} has not held still for {seconds} s: a hand rests on it, or "
        "a wire is loose.",
        "ru": "тензодатчик {cell} не успокаивается уже {seconds} с. На нём лежит рука, или отошёл "
        "провод.",
    },
    "chatters": {
        "en": "The reed of {cell} chatters: {edges} edges within a second, more than any hand "
        "makes. Check its solder joints and how far its magnet is.",
        "ru": "геркон {cell} дребезжит (переключений за секунду: {edges}), рука так не может. "
        "Проверьте пайку и расстояние до магнита.",
    },
}

#: The link to a Pico, and the pins of a Raspberry Pi. They follow "Доска не отвечает:".
LINK: dict[str, dict[str, str]] = {
    "port closed": {
        "en": "The port {port} of the board cannot be opened: {said}. Plug the Pico in, join the "
        "group 'dialout', stop other programs that use the port, and see that [link] port in the "
        "profile names it.",
        "ru": "порт {port} не открывается («{said}»). Подключите Pico, вступите в группу dialout, "
        "закройте другие программы, занявшие порт, и проверьте port в разделе [link] профиля.",
    },
    "port lost": {
        "en": "The board on {port} does not answer: unplugged? ({said}) Plug it in again; Lunka "
        "goes on by itself.",
        "ru": "на порту {port} её нет, кабель выдернут? («{said}») Подключите её снова; Lunka "
        "продолжит сама.",
    },
    "silent": {
        "en": "The board on {port} does not answer: unplugged? Nothing was heard from it for "
        "{seconds} s. Check its USB cable; Lunka goes on by itself once it is back.",
        "ru": "на порту {port} её не слышно уже {seconds} с, кабель выдернут? Проверьте "
        "USB-кабель; когда связь вернётся, Lunka продолжит сама.",
    },
    "unplugged by script": {
        "en": "The board on its fake port does not answer: unplugged? Its script says so. Wait "
        "until it is plugged in again.",
        "ru": "на мнимом порту она отключена по сценарию. Подождите, пока её снова подключат.",
    },
    "other protocol": {
        "en": "The Pico on {port} has firmware {version}, which speaks protocol {theirs}; this "
        "Lunka has firmware {ours} and speaks protocol {protocol}. Flash the Pico: {command}",
        "ru": "у Pico на порту {port} прошивка {version} с протоколом {theirs}, а у этой Lunka "
        "прошивка {ours} с протоколом {protocol}. Прошейте Pico: {command}",
    },
    "cannot serve": {
        "en": "The Pico on {port} has firmware {version}, which cannot serve {parts}; {profile} "
        "needs that. Flash the Pico with firmware {ours}: {command}",
        "ru": "у Pico на порту {port} прошивка {version}, которой незнакомы {parts}; для {profile} "
        "они нужны. Запишите в Pico прошивку {ours}: {command}",
    },
    "no agreement": {
        "en": "The Pico on {port} answers, but {reason}. Flash the Pico with firmware {ours}: "
        "{command}. If it has just been flashed, try another USB cable.",
        "ru": "Pico на порту {port} откликается, но {reason}. Запишите в него прошивку {ours}: "
        "{command}. Если она только что записана, попробуйте другой USB-кабель.",
    },
    "no agreement: wiring": {
        "en": "it does not say whether it takes its wiring",
        "ru": "не говорит, принята ли разводка",
    },
    "no agreement: greeting": {
        "en": "its greeting cannot be understood",
        "ru": "его приветствие непонятно",
    },
    "wrong board": {
        "en": "The Pico on {port} is {identity}, but {profile} is for {wanted}. Choose another "
        "[link] port, or write board = {written}.",
        "ru": "на порту {port} Pico {identity}, а профиль {profile} для {wanted}. Выберите другой "
        "port в [link] или впишите board = {written}.",
    },
    "wiring refused": {
        "en": "The Pico on {port} cannot use the wiring of this profile: {said}. Check the pins, "
        "or flash its firmware anew: {command}",
        "ru": "Pico на порту {port} не может принять разводку этого профиля («{said}»). Проверьте "
        "контакты или прошейте Pico заново: {command}",
    },
    "other wiring": {
        "en": "The Pico on {port} has taken a wiring with checksum {taken} and was sent {sent}. "
        "Unplug it and plug it in again.",
        "ru": "Pico на порту {port} принял разводку с контрольной суммой {taken}, а послана была "
        "{sent}. Отключите его и подключите снова.",
    },
    "changes missed": {
        "en": "The board on {port} could not keep all that happened while nobody listened to it: "
        "{changes} changes were missed. What it shows now counts; check the position.",
        "ru": "Доска на порту {port} не смогла запомнить всё, что было, пока её не слушали: "
        "пропущено изменений: {changes}. Верно то, что она показывает сейчас; проверьте позицию.",
    },
    "pins": {
        "en": "GPIO {pins}: {call} failed: {said}. Lunka tries again by itself; if it stays so, "
        "run `lunka doctor`.",
        "ru": "GPIO {pins}, сбой {call} («{said}»). Lunka попробует ещё раз сама; если сбой "
        "останется, запустите `lunka doctor`.",
    },
}

#: They follow "Лампы не работают:".
LIGHTS: dict[str, dict[str, str]] = {
    "not lit": {
        "en": "the NeoPixels on GPIO {pin} cannot be lit ({said})",
        "ru": "NeoPixel на GPIO {pin} не зажигаются («{said}»)",
    },
    "not put out": {
        "en": "the NeoPixels on GPIO {pin} cannot be put out ({said})",
        "ru": "NeoPixel на GPIO {pin} не гаснут («{said}»)",
    },
}

#: By the beginning of SQLite's name of the error, or by what is wrong. They follow "Запись
#: невозможна:".
RECORD: dict[str, dict[str, str]] = {
    "promises": {
        "en": "promises {path}: {said}; what the board promises must survive a restart: free some "
        "space, or allow writing there, and play goes on",
        "ru": "{path}: «{said}»; обещанное доской должно пережить перезапуск: освободите место или "
        "разрешите запись, и игра продолжится",
    },
    "SQLITE_FULL": {
        "en": "record {path}: the disk is full. Nothing was half-written and what was kept before "
        "is safe; free some space and try again ({name})",
        "ru": "{path}: диск полон. Наполовину ничего не записано, всё прежнее цело; освободите "
        "место и попробуйте снова ({name})",
    },
    "SQLITE_IOERR": {
        "en": "record {path}: the disk refused to read or write. Nothing was half-written and what "
        "was kept before is safe; check the card, its space and its cable, then try again ({name})",
        "ru": "{path}: диск не читает или не пишет. Наполовину ничего не записано, всё прежнее "
        "цело; проверьте карту, место на ней и кабель и попробуйте снова ({name})",
    },
    "vanished": {
        "en": "record {path}: the card or disk that it lies on does not answer. What was kept "
        "before is safe; put it back, check its cable, and start Lunka again ({name})",
        "ru": "{path}: карта или диск с записью не отвечает. Всё прежнее цело; верните карту, "
        "проверьте кабель и запустите Lunka снова ({name})",
    },
    "SQLITE_READONLY": {
        "en": "record {path}: it cannot be written; allow writing to the file and its folder, or "
        "choose another ({name})",
        "ru": "{path}: в файл нельзя писать; разрешите запись в него и в его папку или выберите "
        "другой ({name})",
    },
    "SQLITE_CANTOPEN": {
        "en": "record {path}: it cannot be opened; check that the folder exists and that you may "
        "write there ({name})",
        "ru": "{path}: файл не открывается; проверьте, что папка есть и что в неё можно писать "
        "({name})",
    },
    "SQLITE_NOTADB": {
        "en": "record {path}: it is not a record of Lunka (not an SQLite database); choose another "
        "file ({name})",
        "ru": "{path}: это не запись Lunka (не база SQLite); выберите другой файл ({name})",
    },
    "SQLITE_CORRUPT": {
        "en": "record {path}: the file is damaged; keep it, restore the last good copy, and run "
        "`lunka verify` on that ({name})",
        "ru": "{path}: файл повреждён; сохраните его, верните последнюю исправную копию и "
        "проверьте её командой `lunka verify` ({name})",
    },
    "SQLITE_BUSY": {
        "en": "record {path}: another program keeps it locked; close whatever has it open for "
        "writing and try again ({name})",
        "ru": "{path}: файл занят другой программой; закройте ту, что в него пишет, и попробуйте "
        "снова ({name})",
    },
    "damaged names": {
        "en": "record {path}: the file is damaged; keep it, restore the last good copy, and run "
        "`lunka verify` on that",
        "ru": "{path}: файл повреждён; сохраните его, верните последнюю исправную копию и "
        "проверьте её командой `lunka verify`",
    },
    "unknown": {
        "en": "record {path}: {said} ({name}); run `lunka verify` on it",
        "ru": "{path}: «{said}» ({name}); проверьте запись командой `lunka verify`",
    },
}

#: The way to the hall's broker.
HALL: dict[str, dict[str, str]] = {
    "not accepted": {
        "en": "it does not accept this table's name or password",
        "ru": "он не принимает имя или пароль этого стола",
    },
}

#: What a Pico can serve, as it stands in a list, in Russian.
PARTS = {"reeds": "герконы", "load cells": "тензодатчики", "pixels": "лампы", "buttons": "кнопки"}
