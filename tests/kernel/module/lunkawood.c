// SPDX-License-Identifier: GPL-2.0
/*
 * lunkawood: the wood under a Raspberry Pi's header, as a GPIO chip and an SPI bus of the kernel.
 *
 *   reeds    a diode matrix: the level of a column is worked out when it is read, from the rows that
 *            are driven low at that moment. A contact that moves bounces for bounce_us.
 *   buttons  lines pulled to ground from outside, with interrupts on both edges.
 *   HX711s   shift registers on one clock line, each with a rate and noise of its own. A clock that
 *            stays high for longer than hx_limit_us resets them all, as the datasheet says.
 *   strip    SPI bus 0 with one spidev: what was sent last is kept, as a strip keeps shining.
 *
 * The stones lie on the wood, not in the chip: unbind and bind the driver, and they still lie there.
 * Hands work through files in /sys/devices/platform/lunkawood/:
 *
 *   contact  "ROW COLUMN 0|1"   open or close a reed; again as it was: the magnet is only jostled
 *   outside  "LINE 0|1|z"       force a line from outside, or let go of it
 *   weigh    "LINE COUNTS"      what the chip on this data line measures, without its noise
 *   lines    of each line: 0 or 1 driven, u pulled up, i floating
 *   scans    how often the line scan_row was driven low
 *   chips    words read, resets, reads begun too early, words torn by a new one, longest high (ns)
 *   strip    the bytes of the last SPI message; sent: how many messages there were
 */
#include <linux/gpio/driver.h>
#include <linux/hash.h>
#include <linux/irq.h>
#include <linux/irqdomain.h>
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/random.h>
#include <linux/spi/spi.h>
#include <linux/spinlock.h>

#define LINES 54
#define WORD_BITS 24
#define WORD_MASK 0xffffff
#define READ_PULSES 25		/* 24 bits, and one pulse for gain 128 */
#define SETTLE_PERIODS 4	/* after a reset the chip's filter fills again */
#define BOUNCE_SLOT_NS 150000	/* how long a bouncing contact keeps one state */
#define STRIP_BYTES 4096

static char *label = "pinctrl-bcm2711";
module_param(label, charp, 0444);
static int bounce_us = 2500;
module_param(bounce_us, int, 0644);
static int scan_row = 5;
module_param(scan_row, int, 0644);
static int hx_clock = -1;
module_param(hx_clock, int, 0444);
static int hx_data[LINES];
static int hx_chips;
module_param_array(hx_data, int, &hx_chips, 0444);
static int hx_limit_us = 60;
module_param(hx_limit_us, int, 0644);
static int hx_rate = 80;
module_param(hx_rate, int, 0444);
static int hx_spread = 300;	/* per mille from the slowest chip to the fastest */
module_param(hx_spread, int, 0444);
static int hx_noise = 80;	/* counts, standard deviation */
module_param(hx_noise, int, 0644);
static bool hx_tear;		/* a conversion that ends during a read changes the rest of the bits */
module_param(hx_tear, bool, 0644);

struct hx711 {
	s32 counts, word;
	int pulses;		/* since the last word began; 0: none */
	u64 period, ready, next;
};

static struct {
	spinlock_t lock;
	u64 closed[LINES];		/* a row's closed reeds, by column */
	u64 still[LINES][LINES];	/* from when on a contact no longer bounces */
	u64 forced, forced_high;
	struct hx711 chip[LINES];
	int chip_on[LINES];		/* the chip on a data line, or -1 */
	u64 clock_rose, longest_high, words, resets, early, torn;
	u64 driven, high, pulled_up;	/* what the Pi does with its lines */
	u64 rising, falling;		/* edges that somebody waits for */
	u64 scans;
	u8 strip[STRIP_BYTES];
	size_t strip_length;
	u64 sent;
} wood = { .lock = __SPIN_LOCK_UNLOCKED(wood.lock) };

static struct platform_device *device;

/* -- HX711s ------------------------------------------------------------------------------------- */

static s32 measured(struct hx711 *chip)
{
	s64 sum = 0;	/* twelve even draws of +-1000 have a standard deviation of 2000 */
	int i;

	for (i = 0; i < 12; i++)
		sum += (int)get_random_u32_below(2001) - 1000;
	return (chip->counts + (s32)div_s64(sum * hx_noise, 2000)) & WORD_MASK;
}

static u64 next_conversion(struct hx711 *chip, u64 now)
{
	return (div64_u64(now, chip->period) + 1) * chip->period;
}

static void chips_reset(u64 now)
{
	int i;

	for (i = 0; i < hx_chips; i++) {
		wood.chip[i].pulses = 0;
		wood.chip[i].ready = now + SETTLE_PERIODS * wood.chip[i].period;
	}
}

static void chip_clocked(struct hx711 *chip, u64 now)
{
	if (chip->pulses == 0 && now < chip->ready) {
		wood.early++;
		return;
	}
	if (chip->pulses == 0) {
		chip->word = measured(chip);
		chip->next = next_conversion(chip, now);
	} else if (chip->pulses < WORD_BITS && now >= chip->next) {
		wood.torn++;
		chip->next = next_conversion(chip, now);
		if (hx_tear)
			chip->word = measured(chip);
	}
	if (++chip->pulses == READ_PULSES) {
		chip->ready = next_conversion(chip, now);
		wood.words++;
	}
}

static void clock_moved(bool up)
{
	u64 now = ktime_get_ns();
	int i;

	if (up) {
		wood.clock_rose = now;
		for (i = 0; i < hx_chips; i++)
			chip_clocked(&wood.chip[i], now);
		return;
	}
	wood.longest_high = max(wood.longest_high, now - wood.clock_rose);
	if (now - wood.clock_rose > (u64)hx_limit_us * NSEC_PER_USEC) {
		wood.resets++;
		chips_reset(now);
	}
}

static int chip_level(struct hx711 *chip)
{
	u64 now = ktime_get_ns();

	if (wood.high & BIT_ULL(hx_clock) && now - wood.clock_rose > (u64)hx_limit_us * NSEC_PER_USEC)
		return 1;	/* asleep */
	if (chip->pulses >= READ_PULSES && now >= chip->ready)
		chip->pulses = 0;
	if (chip->pulses == 0)
		return now < chip->ready;
	if (chip->pulses <= WORD_BITS)
		return chip->word >> (WORD_BITS - chip->pulses) & 1;
	return 1;
}

/* -- the matrix --------------------------------------------------------------------------------- */

static bool conducts(unsigned int row, unsigned int column, u64 now)
{
	if (now < wood.still[row][column])
		return hash_64(div_u64(now, BOUNCE_SLOT_NS) * LINES * LINES + row * LINES + column, 1);
	return wood.closed[row] & BIT_ULL(column);
}

static int column_level(unsigned int column)
{
	u64 low = wood.driven & ~wood.high, now = ktime_get_ns();
	unsigned int row;

	for (row = 0; row < LINES; row++)	/* diodes: a row pulls its columns, never another row */
		if (low & BIT_ULL(row) && conducts(row, column, now))
			return 0;
	return !!(wood.pulled_up & BIT_ULL(column));
}

static int level(unsigned int line)
{
	if (wood.driven & BIT_ULL(line))
		return !!(wood.high & BIT_ULL(line));
	if (wood.forced & BIT_ULL(line))
		return !!(wood.forced_high & BIT_ULL(line));
	if (wood.chip_on[line] >= 0)
		return chip_level(&wood.chip[wood.chip_on[line]]);
	return column_level(line);
}

/* -- the GPIO chip ------------------------------------------------------------------------------ */

static void drive(unsigned int line, bool up)
{
	bool was = wood.high & BIT_ULL(line);

	wood.high = up ? wood.high | BIT_ULL(line) : wood.high & ~BIT_ULL(line);
	if (was == up)
		return;
	if (line == scan_row && !up)
		wood.scans++;
	if (line == hx_clock)
		clock_moved(up);
}

static int pi_get(struct gpio_chip *gc, unsigned int line)
{
	unsigned long flags;
	int up;

	spin_lock_irqsave(&wood.lock, flags);
	up = level(line);
	spin_unlock_irqrestore(&wood.lock, flags);
	return up;
}

static void pi_set(struct gpio_chip *gc, unsigned int line, int up)
{
	unsigned long flags;

	spin_lock_irqsave(&wood.lock, flags);
	drive(line, up);
	spin_unlock_irqrestore(&wood.lock, flags);
}

static int pi_output(struct gpio_chip *gc, unsigned int line, int up)
{
	unsigned long flags;

	spin_lock_irqsave(&wood.lock, flags);
	drive(line, up);
	wood.driven |= BIT_ULL(line);
	spin_unlock_irqrestore(&wood.lock, flags);
	return 0;
}

static int pi_input(struct gpio_chip *gc, unsigned int line)
{
	unsigned long flags;

	spin_lock_irqsave(&wood.lock, flags);
	wood.driven &= ~BIT_ULL(line);
	spin_unlock_irqrestore(&wood.lock, flags);
	return 0;
}

static int pi_direction(struct gpio_chip *gc, unsigned int line)
{
	return wood.driven & BIT_ULL(line) ? GPIO_LINE_DIRECTION_OUT : GPIO_LINE_DIRECTION_IN;
}

static int pi_config(struct gpio_chip *gc, unsigned int line, unsigned long config)
{
	unsigned long flags;
	int status = 0;

	spin_lock_irqsave(&wood.lock, flags);
	switch (pinconf_to_config_param(config)) {
	case PIN_CONFIG_BIAS_PULL_UP:
		wood.pulled_up |= BIT_ULL(line);
		break;
	case PIN_CONFIG_BIAS_PULL_DOWN:
	case PIN_CONFIG_BIAS_DISABLE:
		wood.pulled_up &= ~BIT_ULL(line);
		break;
	default:
		status = -ENOTSUPP;
	}
	spin_unlock_irqrestore(&wood.lock, flags);
	return status;
}

static void irq_mask(struct irq_data *data)
{
	gpiochip_disable_irq(irq_data_get_irq_chip_data(data), irqd_to_hwirq(data));
}

static void irq_unmask(struct irq_data *data)
{
	gpiochip_enable_irq(irq_data_get_irq_chip_data(data), irqd_to_hwirq(data));
}

static int irq_edges(struct irq_data *data, unsigned int edges)
{
	u64 line = BIT_ULL(irqd_to_hwirq(data));
	unsigned long flags;

	spin_lock_irqsave(&wood.lock, flags);
	wood.rising = edges & IRQ_TYPE_EDGE_RISING ? wood.rising | line : wood.rising & ~line;
	wood.falling = edges & IRQ_TYPE_EDGE_FALLING ? wood.falling | line : wood.falling & ~line;
	spin_unlock_irqrestore(&wood.lock, flags);
	return 0;
}

static const struct irq_chip irqs = {
	.name = "lunkawood",
	.irq_mask = irq_mask,
	.irq_unmask = irq_unmask,
	.irq_set_type = irq_edges,
	.flags = IRQCHIP_IMMUTABLE,
	GPIOCHIP_IRQ_RESOURCE_HELPERS,
};

/* -- what hands do ------------------------------------------------------------------------------ */

static ssize_t contact_store(struct device *dev, struct device_attribute *attr, const char *text,
			     size_t length)
{
	unsigned int row, column, closed;
	unsigned long flags;

	if (sscanf(text, "%u %u %u", &row, &column, &closed) != 3 || row >= LINES || column >= LINES)
		return -EINVAL;
	spin_lock_irqsave(&wood.lock, flags);
	wood.closed[row] &= ~BIT_ULL(column);
	if (closed)
		wood.closed[row] |= BIT_ULL(column);
	wood.still[row][column] = ktime_get_ns() + (u64)bounce_us * NSEC_PER_USEC;
	spin_unlock_irqrestore(&wood.lock, flags);
	return length;
}
static DEVICE_ATTR_WO(contact);

static ssize_t outside_store(struct device *dev, struct device_attribute *attr, const char *text,
			     size_t length)
{
	struct gpio_chip *gc = dev_get_drvdata(dev);
	unsigned int line;
	unsigned long flags;
	bool edge;
	int was;
	char to;

	if (sscanf(text, "%u %c", &line, &to) != 2 || line >= LINES)
		return -EINVAL;
	spin_lock_irqsave(&wood.lock, flags);
	was = level(line);
	wood.forced &= ~BIT_ULL(line);
	wood.forced_high &= ~BIT_ULL(line);
	if (to != 'z')
		wood.forced |= BIT_ULL(line);
	if (to == '1')
		wood.forced_high |= BIT_ULL(line);
	edge = was != level(line) && BIT_ULL(line) & (was ? wood.falling : wood.rising);
	spin_unlock_irqrestore(&wood.lock, flags);
	if (edge)
		generic_handle_domain_irq_safe(gc->irq.domain, line);
	return length;
}
static DEVICE_ATTR_WO(outside);

static ssize_t weigh_store(struct device *dev, struct device_attribute *attr, const char *text,
			   size_t length)
{
	unsigned int line;
	unsigned long flags;
	int counts;

	if (sscanf(text, "%u %d", &line, &counts) != 2 || line >= LINES || wood.chip_on[line] < 0)
		return -EINVAL;
	spin_lock_irqsave(&wood.lock, flags);
	wood.chip[wood.chip_on[line]].counts = counts;
	spin_unlock_irqrestore(&wood.lock, flags);
	return length;
}
static DEVICE_ATTR_WO(weigh);

/* -- what can be looked at ---------------------------------------------------------------------- */

static ssize_t lines_show(struct device *dev, struct device_attribute *attr, char *text)
{
	int line;

	for (line = 0; line < LINES; line++) {
		u64 bit = BIT_ULL(line);

		text[line] = wood.driven & bit ? (wood.high & bit ? '1' : '0') :
			     wood.pulled_up & bit ? 'u' : 'i';
	}
	text[LINES] = '\n';
	return LINES + 1;
}
static DEVICE_ATTR_RO(lines);

static ssize_t scans_show(struct device *dev, struct device_attribute *attr, char *text)
{
	return sysfs_emit(text, "%llu\n", wood.scans);
}
static DEVICE_ATTR_RO(scans);

static ssize_t chips_show(struct device *dev, struct device_attribute *attr, char *text)
{
	return sysfs_emit(text, "words %llu resets %llu early %llu torn %llu longest_high_ns %llu\n",
			  wood.words, wood.resets, wood.early, wood.torn, wood.longest_high);
}
static DEVICE_ATTR_RO(chips);

static ssize_t sent_show(struct device *dev, struct device_attribute *attr, char *text)
{
	return sysfs_emit(text, "%llu\n", wood.sent);
}
static DEVICE_ATTR_RO(sent);

static ssize_t strip_show(struct device *dev, struct device_attribute *attr, char *text)
{
	unsigned long flags;
	size_t length;

	spin_lock_irqsave(&wood.lock, flags);
	length = wood.strip_length;
	memcpy(text, wood.strip, length);
	spin_unlock_irqrestore(&wood.lock, flags);
	return length;
}
static DEVICE_ATTR_RO(strip);

static struct attribute *wood_attrs[] = {
	&dev_attr_contact.attr, &dev_attr_outside.attr, &dev_attr_weigh.attr, &dev_attr_lines.attr,
	&dev_attr_scans.attr, &dev_attr_chips.attr, &dev_attr_sent.attr, &dev_attr_strip.attr, NULL
};
ATTRIBUTE_GROUPS(wood);

/* -- the strip ---------------------------------------------------------------------------------- */

static int strip_message(struct spi_controller *bus, struct spi_message *message)
{
	struct spi_transfer *part;
	unsigned long flags;

	spin_lock_irqsave(&wood.lock, flags);
	wood.strip_length = 0;
	list_for_each_entry(part, &message->transfers, transfer_list) {
		if (part->tx_buf && wood.strip_length + part->len <= STRIP_BYTES) {
			memcpy(wood.strip + wood.strip_length, part->tx_buf, part->len);
			wood.strip_length += part->len;
		}
		if (part->rx_buf)
			memset(part->rx_buf, 0, part->len);
		message->actual_length += part->len;
	}
	wood.sent++;
	spin_unlock_irqrestore(&wood.lock, flags);
	message->status = 0;
	spi_finalize_current_message(bus);
	return 0;
}

/* spidev binds to no device called "spidev" any more; this is a converter that it knows by name. */
static struct spi_board_info strip_info = {
	.modalias = "dh2228fv", .max_speed_hz = 125000000, .bus_num = 0, .chip_select = 0,
};

static int add_strip(struct platform_device *pdev)
{
	struct spi_controller *bus = devm_spi_alloc_host(&pdev->dev, 0);
	int status;

	if (!bus)
		return -ENOMEM;
	bus->bus_num = 0;
	bus->num_chipselect = 2;
	bus->mode_bits = SPI_CPOL | SPI_CPHA | SPI_CS_HIGH | SPI_NO_CS | SPI_LSB_FIRST | SPI_3WIRE;
	bus->bits_per_word_mask = SPI_BPW_MASK(8);
	bus->transfer_one_message = strip_message;
	status = devm_spi_register_controller(&pdev->dev, bus);
	if (status)
		return status;
	return spi_new_device(bus, &strip_info) ? 0 : -ENODEV;
}

/* -- coming and going --------------------------------------------------------------------------- */

static int add_chip(struct platform_device *pdev)
{
	struct gpio_chip *gc = devm_kzalloc(&pdev->dev, sizeof(*gc), GFP_KERNEL);

	if (!gc)
		return -ENOMEM;
	gc->label = label;
	gc->parent = &pdev->dev;
	gc->owner = THIS_MODULE;
	gc->base = -1;
	gc->ngpio = LINES;
	gc->get = pi_get;
	gc->set = pi_set;
	gc->direction_input = pi_input;
	gc->direction_output = pi_output;
	gc->get_direction = pi_direction;
	gc->set_config = pi_config;
	gpio_irq_chip_set_chip(&gc->irq, &irqs);
	gc->irq.handler = handle_simple_irq;
	gc->irq.default_type = IRQ_TYPE_NONE;
	platform_set_drvdata(pdev, gc);
	return devm_gpiochip_add_data(&pdev->dev, gc, NULL);
}

static int pi_probe(struct platform_device *pdev)
{
	int status = add_chip(pdev);

	wood.driven = wood.high = wood.pulled_up = 0;
	return status ? status : add_strip(pdev);
}

static struct platform_driver driver = {
	.probe = pi_probe,
	.driver = { .name = "lunkawood", .dev_groups = wood_groups },
};

static int place_chips(void)
{
	int i, steps = max(1, hx_chips - 1);

	memset(wood.chip_on, -1, sizeof(wood.chip_on));
	for (i = 0; i < hx_chips; i++) {
		int slower = hx_spread / 2 - hx_spread * i / steps;	/* per mille */

		if (hx_data[i] < 0 || hx_data[i] >= LINES)
			return -EINVAL;
		wood.chip_on[hx_data[i]] = i;
		wood.chip[i].period = div_u64((u64)NSEC_PER_SEC * (1000 + slower), 1000 * hx_rate);
	}
	chips_reset(ktime_get_ns());
	return 0;
}

static int __init wood_init(void)
{
	int status = place_chips();

	if (status)
		return status;
	status = platform_driver_register(&driver);
	if (status)
		return status;
	device = platform_device_register_simple("lunkawood", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(device)) {
		platform_driver_unregister(&driver);
		return PTR_ERR(device);
	}
	return 0;
}

static void __exit wood_exit(void)
{
	platform_device_unregister(device);
	platform_driver_unregister(&driver);
}

module_init(wood_init);
module_exit(wood_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("The wood under a Lunka board: reeds, buttons, HX711s and a strip");
